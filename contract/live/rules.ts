import { type ToastKind, toastKinds } from '../notifications/kinds'

const otherStreamEvents = [
  'settings',
  'online',
  'connections',
  'tip',
  'admin',
  'photos',
  'verification',
  'safety_notice',
  'date',
  'check_in',
  'heartbeat',
] as const

export type StreamEventName = ToastKind | (typeof otherStreamEvents)[number]
/** Separate from the shapes in stream.ts, because the web needs only the names. */
export const streamEventNames: readonly StreamEventName[] = [...toastKinds, ...otherStreamEvents]

export const ONLINE_MAX = 1000
/** Seconds between two online lists, at least. */
export const ONLINE_EVERY = 10
export const TIP_EVERY = 600
export const HEARTBEAT_EVERY = 15
