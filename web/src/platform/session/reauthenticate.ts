let ask = async (): Promise<boolean> => false

/** How to ask who is there, where a call needs a fresh proof of it: true when one was given. */
export function onReauthenticateNeeded(how: typeof ask): void {
  ask = how
}

export const askToReauthenticate = (): Promise<boolean> => ask()
