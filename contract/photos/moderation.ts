import { REJECT_REASON } from '../admin/rules'
import { AdminPhoto, ClaimedPhoto, moderator, page, paged } from '../admin/shapes'
import { endpoint } from '../endpoint'
import { arr, bool, int, nullable, obj, ok, oneOf, opt, text } from '../shapes'

export const adminPhotos = endpoint({
  ...moderator,
  method: 'GET',
  path: '/api/admin/photos',
  summary: 'Photos by state, the oldest waiting first',
  input: { ...page, state: opt(oneOf(['awaiting', 'approved', 'rejected'])) },
  reply: paged(AdminPhoto),
})

export const claimPhotos = endpoint({
  ...moderator,
  method: 'POST',
  path: '/api/admin/photo-claim',
  summary:
    'The next photos of the queue for this moderator alone, for five minutes; those skipped are let go',
  input: {
    /** 0 only lets go. */
    count: opt(int({ minimum: 0, maximum: 10 })),
    skip: opt(arr(text({ maxLength: 80 }), { maxItems: 200 })),
  },
  reply: obj({ items: arr(ClaimedPhoto) }),
})

export const decidePhoto = endpoint({
  ...moderator,
  method: 'POST',
  path: '/api/admin/photo-decision',
  summary: 'Approve or reject a photo, also one decided before; null puts it back into the queue',
  input: {
    photo: text({ maxLength: 80 }),
    approved: nullable(bool()),
    reject_reason: opt(nullable(text({ maxLength: REJECT_REASON.characters }))),
    /** From the queue: refused when somebody has decided it meanwhile, instead of taking their decision's place. */
    from_queue: opt(bool()),
  },
  reply: ok,
})
