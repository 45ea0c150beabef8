import { commit } from '../../database/handle'
import { Problem } from '../../domain/problem'
import { newUrlHash } from '../../domain/secret'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'bus' | 'clock'>

/** An account with an address and nothing else; its owner gets in by a mailed link and finishes the sign-up. */
export async function inviteMember(
  deps: Deps,
  mailLink: (email: string) => Promise<unknown>,
  email: string,
): Promise<{ message?: string }> {
  const created_ts = deps.clock.now()
  await commit(deps, async (tx) => {
    const { id } = await tx
      .insertInto('member')
      .values({ url_hash: newUrlHash(), created_ts })
      .returning('id')
      .executeTakeFirstOrThrow()
    const account = await tx
      .insertInto('account')
      .values({ member_id: id, email })
      .onConflict((conflict) => conflict.doNothing())
      .returning('member_id')
      .executeTakeFirst()
    if (!account) throw new Problem('email.taken')
    await tx.insertInto('profile').values({ member_id: id }).execute()
    await tx.insertInto('activity').values({ member_id: id, last_active_ts: created_ts }).execute()
  })
  await mailLink(email)
  return {}
}

/** An admin's invitation, kept in the audit log. */
export async function inviteBy(
  deps: Deps,
  mailLink: (email: string) => Promise<unknown>,
  admin: Viewer,
  email: string,
): Promise<{ message?: string }> {
  const answer = await inviteMember(deps, mailLink, email)
  await deps.db
    .insertInto('audit')
    .values({
      ts: deps.clock.now(),
      admin_id: admin.id,
      action: 'member.invite',
      member_id: null,
      before: null,
      after: JSON.stringify({ email }),
    })
    .execute()
  return answer
}

/** Whoever the configuration names as an admin and who has no account yet gets one, and a link to it. */
export async function inviteAdmins(
  deps: Deps & Pick<Foundations, 'site' | 'log'>,
  mailLink: (email: string) => Promise<unknown>,
): Promise<void> {
  for (const email of deps.site.adminEmails) {
    await inviteMember(deps, mailLink, email).catch((err) => {
      // Known already; or the mail did not go out, and the log-in form will send another.
      if (!(err instanceof Problem)) deps.log.warn({ err }, 'an admin could not be invited')
    })
  }
}
