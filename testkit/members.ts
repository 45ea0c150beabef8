import type { Email } from 'postal-mime'
import sharp from 'sharp'
import { newEmail, Person } from './person'

/** The properties of a test member; all but the name have defaults. */
export interface NewMember {
  username: string
  email?: string
  gender?: 'f' | 'm'
  interested?: 'm' | 'w' | 'b'
  birthday?: string
  city?: string
  /** How many photos to upload and have approved. */
  photos?: number
  premium?: boolean
  /** false leaves the sign-up unfinished (status 1). */
  active?: boolean
}

/** Names that make a member male by default. */
const MEN = new Set(['Ben', 'Dan', 'Finn', 'Hugo', 'Jack', 'Liam', 'Noah', 'Oscar', 'Tom', 'Will'])

export async function signUpPerson(url: string, wish: NewMember, admin: Person): Promise<Person> {
  const person = new Person(url)
  const gender = wish.gender ?? (MEN.has(wish.username) ? 'm' : 'f')
  const email = wish.email ?? newEmail(wish.username)
  const session = await person.call('POST /api/signup', {
    username: wish.username,
    gender_birth: gender,
    interested: { m: 'men', w: 'women', b: 'both' }[wish.interested ?? 'b'],
    relationship_goals: 'serious',
    birthday: wish.birthday ?? '1994-05-01',
    email,
    password: person.password,
    country: 'AU',
    city: wish.city ?? 'Hobart, TAS',
    lat: -42.88,
    lng: 147.33,
  })
  const { token, id, url_hash } = session
  Object.assign(person, { email, token, id, url_hash, username: wish.username })
  for (let n = 0; n < (wish.photos ?? 0); n++) {
    const photo = await person.upload(await testPhoto(id * 100 + n))
    await admin.call('POST /api/admin/photo-decision', { photo, approved: true })
  }
  if (wish.active !== false) await person.call('POST /api/activate-profile')
  if (wish.premium) await admin.call('POST /api/admin/member', { id, premium: true })
  return person
}

const drawn = new Map<number, Promise<Buffer>>()

/** A small real JPEG, different for every seed. */
export function testPhoto(seed: number): Promise<Buffer> {
  const photo = drawn.get(seed) ?? draw(seed)
  drawn.set(seed, photo)
  return photo
}

function draw(seed: number): Promise<Buffer> {
  const colour = (shift: number) => (seed * 2654435761 + shift * 97) % 256
  const background = { r: colour(1), g: colour(2), b: colour(3) }
  const stripe = Buffer.from(
    `<svg width="64" height="80"><rect x="${seed % 40}" y="${seed % 50}" width="20" height="30" fill="#fff"/></svg>`,
  )
  return sharp({ create: { width: 64, height: 80, channels: 3, background } })
    .composite([{ input: stripe }])
    .jpeg()
    .toBuffer()
}

interface AdminInvitation {
  url: string
  email: string
  mail(): Promise<Email[]>
}

/**
 * Signs up an admin the way anyone in ADMIN_EMAILS does: with the link emailed at start-up, then a password and the
 * sign-up form.
 */
export async function signUpAdmin({ url, email, mail }: AdminInvitation): Promise<Person> {
  const sent = (await mail()).find((candidate) => candidate.to?.some((to) => to.address === email))
  const hash = /hash=([0-9a-f]{64})/.exec(sent?.text ?? '')?.[1]
  const admin = new Person(url)
  const { token, id, url_hash } = await admin.call('POST /api/login', { email, hash })
  Object.assign(admin, { email, token, id, url_hash, username: 'Admin' })
  const { password } = admin
  await admin.call('POST /api/change-password', { password, repeatPassword: password })
  await admin.call('POST /api/user', {
    reg: 1,
    username: 'Admin',
    gender_birth: 'f',
    interested: 'both',
    relationship_goals: 'serious',
    birthday: '1990-01-01',
    country: 'AU',
    city: 'Hobart, TAS',
    lat: -42.88,
    lng: 147.33,
  })
  await admin.call('POST /api/activate-profile')
  return admin
}
