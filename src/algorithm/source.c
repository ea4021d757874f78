/*
 * The document that is made of sources is read as if it had been in memory from the beginning.
 */
#include "algorithm/job.h"

xb_status xb_job_read_source(xb_job *work)
{
    if (!work->settings->source)
        return XB_STATUS_OK;
    xb_step now = xb_step_begin(work, work->settings->source->language->id);
    return xb_step_end(
        work, now, xb_foreign_read(work->arena, work->diagnostics, work->settings->source, &work->document));
}

xb_status xb_job_trust_source(const xb_job *work, xb_status status)
{
    const xb_foreign_source *source = work->settings->source;
    if (!source || status != XB_STATUS_INVALID || work->former.count > 0)
        return status;
    return xb_error(work->diagnostics, XB_STATUS_FAILED, (xb_place){.file = work->settings->input},
                    xb_arena_format(work->arena, "please report this source; %s -o FILE writes the document",
                                    source->language->reader),
                    "internal error: what %s has written is not valid", source->language->reader);
}
