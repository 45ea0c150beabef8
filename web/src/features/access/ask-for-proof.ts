import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ProveDialog } from './ProveDialog'

let asking: Promise<boolean> | undefined

/** Asks once, for however many calls wait for it: true when the member has shown who they are. */
export function askForProof(): Promise<boolean> {
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
    function end(proved: boolean) {
      // After the event that ended it.
      setTimeout(() => {
        root.unmount()
        place.remove()
        resolve(proved)
      })
    }
    root.render(createElement(ProveDialog, { onEnd: end }))
  })
}
