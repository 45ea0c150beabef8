import { Authenticator } from './authenticator'
import { Person } from './person'

/** Adds a passkey to the account, as the settings page does; returns its id. */
export async function addPasskey(person: Person, device: Authenticator, name?: string): Promise<number> {
  const options = await person.call('POST /api/passkey-register-options')
  const passkey = device.create(options)
  const { passkeys } = await person.call('POST /api/passkey-register', { name, passkey })
  return passkeys.at(-1)?.id ?? 0
}

/** Tries to log in with a passkey on a new browser. */
export async function tryPasskey(url: string, device: Authenticator) {
  const stranger = new Person(url)
  const options = await stranger.call('POST /api/passkey-options')
  return stranger.try('POST /api/passkey-login', { passkey: device.get(options) })
}

/** Adds a passkey on a new device. */
export async function withPasskey(person: Person): Promise<Authenticator> {
  const device = new Authenticator()
  await addPasskey(person, device)
  return device
}
