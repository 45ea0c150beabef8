import { type ToastKind, toastKinds } from '../notifications/kinds'

const otherStreamEvents = [
  'settings',
  'online',
  'connections',
  'tip',
  'admin',
  'photos',
  'verification',
  'heartbeat',
] as const

export type StreamEventName = ToastKind | (typeof otherStreamEvents)[number]
/** Beside the table of their shapes in stream.ts, because the web needs the names and not the shapes. */
export const streamEventNames: readonly StreamEventName[] = [...toastKinds, ...otherStreamEvents]

export const ONLINE_MAX = 1000
/** The shortest time in seconds between two lists of the members who are online. */
export const ONLINE_EVERY = 10
/** Seconds. */
export const TIP_EVERY = 600
/** Seconds. */
export const HEARTBEAT_EVERY = 15
