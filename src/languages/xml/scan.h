/**
 * @file
 * What is looked for in the bytes of a document before libxml2 sees them.
 *
 * Some things libxml2 must not meet at all: document types with their entities; tags with so many attributes
 * that it takes for ever; encodings in which a '<' may look like something else here, so that the others
 * would be missed. Others it would not name, as programs that pack files. Nothing in here jumps (failure.h)
 * or allocates.
 */
#ifndef XB_LANGUAGES_XML_SCAN_H
#define XB_LANGUAGES_XML_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Most attributes of an element. The time that libxml2 takes for a tag grows with the square of their
 * number, and that for a name with the number of namespaces that are declared around it. */
enum { XB_SCAN_ATTRIBUTE_LIMIT = 100 };

/** Why a document is not read on. */
typedef enum xb_scan_stop {
    XB_SCAN_ON,       /**< nothing was found */
    XB_SCAN_PACKED,   /**< it is packed */
    XB_SCAN_ENCODING, /**< it is in an encoding that is not read */
    XB_SCAN_LABEL,    /**< it declares an encoding that it can't be in */
    XB_SCAN_DOCTYPE,  /**< it has a document type declaration */
    XB_SCAN_FLOOD     /**< a tag has more than XB_SCAN_ATTRIBUTE_LIMIT attributes */
} xb_scan_stop;

enum { XB_SCAN_DECLARATION_LIMIT = 200, XB_SCAN_BEGINNING = 400 };

/** A scan. All zero before the first bytes. */
typedef struct xb_scan {
    xb_scan_stop stop;
    size_t line;          /**< where reading stops, from 1 */
    const char *packer;   /**< the program that packed it */
    const char *encoding; /**< the encoding that is not read: a text in the scan itself, or constant */
    bool has_markup;      /**< whether there was any '<' */
    char beginning[XB_SCAN_BEGINNING + 1]; /**< the first bytes, ended by a NUL */
    size_t beginning_count;                /**< how many these are */

    char head[4];        /**< private: the first bytes, until they tell how many make a character */
    size_t head_count;   /**< private */
    unsigned width;      /**< private: bytes of a code unit, 0 as long as it is not known */
    bool is_big_endian;  /**< private */
    unsigned unit_count; /**< private: bytes of the unit that has begun */
    uint32_t unit;       /**< private: their value */

    int state;         /**< private: where in the text the scan is */
    size_t newlines;   /**< private */
    size_t attributes; /**< private: of the tag */
    char quote;        /**< private: of the value of an attribute */
    uint32_t tail;     /**< private: the latest three characters */
    size_t opening_count;
    char opening[8];     /**< private: how the declaration begins */
    bool is_late;        /**< private: whether the place for an XML declaration is passed */
    bool is_declaration; /**< private: whether the processing instruction is an XML declaration */
    size_t declaration_count;
    char declaration[XB_SCAN_DECLARATION_LIMIT]; /**< private: the XML declaration */
} xb_scan;

/** Looks at further bytes. @return whether the document may be read on */
bool xb_scan_bytes(xb_scan *scan, const char *bytes, size_t count);

/** Looks at what the end of a document leaves: one of less than four bytes. */
bool xb_scan_end(xb_scan *scan);

#endif
