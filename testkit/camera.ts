import type { Person } from './person'
import { scene } from './pictures'

/** A picture as our camera page sends it, different for every seed. */
export const testSelfie = async (seed: number, width = 640, height = 480): Promise<Buffer> =>
  (await scene(seed, width, height)).jpeg().toBuffer()

let seeds = 90_000

/** Two pictures that have never been sent. */
export const testSelfies = async (): Promise<Buffer[]> => [
  await testSelfie(seeds++),
  await testSelfie(seeds++),
]

/** Sends pictures for a challenge and returns the response. */
export async function trySendSelfies(
  person: Person,
  challenge: string,
  frames: readonly Buffer[],
  fields: Record<string, string> = {},
): Promise<{ status: number; body: { message?: string } }> {
  const form = new FormData()
  const { email, token } = person
  for (const [key, value] of Object.entries({ email, token, challenge, ...fields })) form.set(key, value)
  for (const frame of frames) form.append('frame', new Blob([new Uint8Array(frame)]), 'frame.jpg')
  const response = await fetch(`${person.url}/api/verification`, {
    method: 'POST',
    headers: { 'x-forwarded-for': person.address },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as { message?: string } }
}

/** Sends a member's selfies for verification and returns them. */
export async function sendSelfies(person: Person): Promise<Buffer[]> {
  const { challenge } = await person.call('POST /api/verification-start')
  const frames = await testSelfies()
  const { status, body } = await trySendSelfies(person, challenge, frames)
  if (status !== 200) throw new Error(`The pictures were refused: ${body.message}`)
  return frames
}
