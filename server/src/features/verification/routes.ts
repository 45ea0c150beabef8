import * as calls from '@rosella/contract/verification/endpoints'
import { guarded, type Route, upload } from '../../ports/route'
import type { Services } from '../../ports/services'
import { askToVerify } from './ask-to-verify'
import { readVerification } from './read-verification'
import { sendVerification } from './send-verification'
import { startVerification } from './start-verification'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'photos' | 'images'>

export const verificationRoutes = (deps: Deps): Route[] => [
  guarded(calls.readVerification, (viewer) => readVerification(deps, viewer)),
  guarded(calls.startVerification, (viewer) => startVerification(deps, viewer)),
  upload(calls.sendVerification, (viewer, form, input) => sendVerification(deps, viewer, form, input)),
  guarded(calls.askToVerify, (viewer, { recipient_id }) => askToVerify(deps, viewer, recipient_id)),
]
