/**
 * @file
 * The whole public interface of libxaifbooster in one include.
 */

#ifndef XAIFBOOSTER_H
#define XAIFBOOSTER_H

#endif
