import { type Agreement, agreementLabel, matchLabel } from '@rosella/contract/questions/agreement'
import { topics } from '@rosella/contract/questions/rules'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { Alert } from '../../ui/Alert'
import { Skeleton } from '../../ui/Skeleton'
import '../../full-styles.css'

type SharedQuestionsProps = {
  member: { url_hash: string; username: string; match: number | null; agree: Agreement | null }
}

/** The questions that both answered and show. They load when the section comes into view, because opening is limited. */
export function SharedQuestions({ member: { url_hash, username, match, agree } }: SharedQuestionsProps) {
  const [section, isReached] = useReached()
  const queryKey = queryKeys.sharedQuestions(url_hash)
  const shared = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/shared-questions', { url_hash }, { signal }),
    enabled: isReached,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!agree) return null
  return (
    <section ref={section} className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-2xl">Questions</h2>
        <p className="text-lg">
          {match !== null && match > 0 && <strong>{`${matchLabel(match)}. `}</strong>}
          {`${agreementLabel(agree)}.`}{' '}
          <Link to="/how-it-works#questions" className="text-base text-muted underline underline-offset-4">
            What does this mean?
          </Link>
        </p>
      </div>
      {shared.error ? (
        <Alert>{shared.error.message}</Alert>
      ) : shared.data ? (
        <ul className="grid gap-3">
          {shared.data.items.map(({ id, topic, text, mine, theirs, agree: agrees }) => (
            <li key={id} className="petal-md grid gap-2 bg-surface px-5 py-4 inset-ring inset-ring-line">
              <div className="flex items-start justify-between gap-3">
                <h3 className="font-sans font-semibold text-base tracking-normal">{text}</h3>
                {agrees ? (
                  <span className="inline-flex shrink-0 items-center gap-1 font-semibold text-gum text-sm">
                    <Check aria-hidden="true" className="size-4" />
                    You agree
                  </span>
                ) : (
                  <span className="shrink-0 text-muted text-sm">{topics[topic].label}</span>
                )}
              </div>
              <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
                <dt className="text-muted">
                  <bdi>{username}</bdi>
                </dt>
                <dd>{theirs}</dd>
                <dt className="text-muted">You</dt>
                <dd>{mine}</dd>
              </dl>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="petal h-60" />
      )}
    </section>
  )
}

/** Whether the element has been in view once. Not useInView, which would add a file to every visitor's list of chunks. */
function useReached() {
  const [node, ref] = useState<Element | null>(null)
  const [isReached, setReached] = useState(false)
  useEffect(() => {
    if (!node) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setReached(true)
    })
    observer.observe(node)
    return () => observer.disconnect()
  }, [node])
  return [ref, isReached] as const
}
