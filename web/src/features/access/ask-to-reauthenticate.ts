import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ReauthenticateDialog } from './ReauthenticateDialog'

let asking: Promise<boolean> | undefined

/** Opens one dialog for all calls that need it. Resolves to true when the member has confirmed who they are. */
export function askToReauthenticate(): Promise<boolean> {
  asking ??= open().finally(() => {
    asking = undefined
  })
  return asking
}

/** Rendered in a root of its own, above other dialogs, because it belongs to a call and not to a page. */
function open(): Promise<boolean> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    function end(reauthenticated: boolean) {
      // React must not unmount a root while it handles the event that closed it.
      setTimeout(() => {
        root.unmount()
        place.remove()
        resolve(reauthenticated)
      })
    }
    root.render(createElement(ReauthenticateDialog, { onEnd: end }))
  })
}
