import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ReauthenticateDialog } from './ReauthenticateDialog'

let asking: Promise<boolean> | undefined

/** Asks once, for however many calls wait for it: true when the member has shown who they are. */
export function askToReauthenticate(): Promise<boolean> {
  asking ??= open().finally(() => {
    asking = undefined
  })
  return asking
}

/** Above whatever is on the screen, a dialog too: it belongs to the call and not to the page that made it. */
function open(): Promise<boolean> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    function end(reauthenticated: boolean) {
      // After the event that ended it.
      setTimeout(() => {
        root.unmount()
        place.remove()
        resolve(reauthenticated)
      })
    }
    root.render(createElement(ReauthenticateDialog, { onEnd: end }))
  })
}
