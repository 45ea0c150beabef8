import { REJECT_REASON } from '../admin/rules'
import { AdminPhoto, admin, ClaimedPhoto, cleanupStates, moderator, page, paged } from '../admin/shapes'
import { endpoint } from '../endpoint'
import { arr, bool, int, nullable, obj, ok, oneOf, opt, text } from '../shapes'
import { SOURCE_MAX } from './rules'

export const adminPhotos = endpoint({
  ...moderator,
  method: 'GET',
  path: '/api/admin/photos',
  summary: 'List photos by state, the longest waiting first',
  input: { ...page, state: opt(oneOf(['awaiting', 'approved', 'rejected'])) },
  reply: paged(AdminPhoto),
})

export const claimPhotos = endpoint({
  ...moderator,
  method: 'POST',
  path: '/api/admin/photo-claim',
  summary: 'Claim the next photos in the queue for this moderator for five minutes; releases those skipped',
  input: {
    /** 0 only releases. */
    count: opt(int({ minimum: 0, maximum: 10 })),
    skip: opt(arr(text({ maxLength: 80 }), { maxItems: 200 })),
    /** Photos whose decision can still be undone: the moderator keeps them, and they are not returned. */
    keep: opt(arr(text({ maxLength: 80 }), { maxItems: 200 })),
  },
  reply: obj({ items: arr(ClaimedPhoto) }),
})

export const photoBank = endpoint({
  ...moderator,
  method: 'GET',
  path: '/api/admin/photo-bank',
  summary: 'Count the known photos by source, and how often each source was right',
  input: {},
  reply: obj({
    sources: arr(
      obj({
        /** Null for bans on this site. */
        source: nullable(text()),
        entries: int(),
        /** Marked photos that were rejected, and those that were approved. */
        upheld: int(),
        dismissed: int(),
      }),
    ),
  }),
})

export const removeFromPhotoBank = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/photo-bank-remove',
  summary: 'Remove every known photo that was imported from a source',
  input: { source: text({ minLength: 1, maxLength: SOURCE_MAX }) },
  reply: ok,
})

export const decidePhoto = endpoint({
  ...moderator,
  method: 'POST',
  path: '/api/admin/photo-decision',
  summary: 'Approve or reject a photo, even one decided before; null returns it to the queue',
  input: {
    photo: text({ maxLength: 80 }),
    approved: nullable(bool()),
    reject_reason: opt(nullable(text({ maxLength: REJECT_REASON.characters }))),
    /** Decided in the queue: fails if someone else has decided meanwhile, instead of overwriting their decision. */
    from_queue: opt(bool()),
  },
  reply: ok,
})

export const photoCleanup = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/photo-cleanup',
  summary:
    'Confirm what the System page shows: delete unusually many orphaned photos, or use this photo store',
  /** As shown; fails if it has changed since. */
  input: { state: oneOf(cleanupStates), orphans: int({ minimum: 0 }) },
  reply: ok,
})
