declare module 'web-push' {
  interface Details {
    headers: Record<string, string | number>
    body: Buffer
  }
  interface Options {
    vapidDetails: { subject: string; publicKey: string; privateKey: string }
    TTL: number
    topic: string
    urgency: 'very-low' | 'low' | 'normal' | 'high'
    contentEncoding: 'aes128gcm'
  }
  const webPush: {
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: Options,
    ): Details
  }
  export default webPush
}
