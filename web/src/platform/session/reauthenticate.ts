let ask = async (): Promise<boolean> => false

/** Sets how to ask the member to reauthenticate when a call needs it. Returns true if they did. */
export function onReauthenticateNeeded(how: typeof ask): void {
  ask = how
}

export const askToReauthenticate = (): Promise<boolean> => ask()
