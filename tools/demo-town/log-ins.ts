/** The first three people of the town; anyone who runs the demo can log in as them. Never created in production. */
export interface DemoLogIn {
  role: 'member' | 'premium' | 'admin'
  email: string
}

export const demoPassword = 'Kookaburra-1'

export const demoLogIns: readonly DemoLogIn[] = [
  { role: 'member', email: 'member@rosella.example' },
  { role: 'premium', email: 'premium@rosella.example' },
  { role: 'admin', email: 'admin@rosella.example' },
]
