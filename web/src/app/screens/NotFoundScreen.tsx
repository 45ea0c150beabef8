import { clientMessage } from '@rosella/contract/client-problems'
import { sentences } from '@rosella/contract/sentences'
import Compass from 'lucide-react/icons/compass'
import { useLocation } from 'react-router'
import { useTitle } from '../../platform/title'
import { ButtonLink } from '../../ui/Button'

export function NotFoundScreen() {
  const { pathname } = useLocation()
  useTitle(sentences.pageNotFoundTitle)
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
      <span aria-hidden="true" className="relative mb-4 block h-28 w-36">
        <span className="petal absolute top-0 left-0 size-24 bg-waratah-soft" />
        <span className="petal-own absolute right-0 bottom-0 grid size-20 place-items-center bg-ink text-paper">
          <Compass className="size-9" strokeWidth={1.75} />
        </span>
      </span>
      <h1 className="text-4xl">{sentences.pageNotFoundTitle}</h1>
      <p className="text-lg text-muted">{clientMessage('not-found')}</p>
      <code className="petal-md max-w-full break-all bg-sunken px-4 py-2 text-base">{pathname}</code>
      <ButtonLink to="/" className="mt-4">
        Back to the start
      </ButtonLink>
    </div>
  )
}
