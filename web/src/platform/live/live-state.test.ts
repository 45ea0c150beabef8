import { describe, expect, test } from 'vitest'
import { shownItem } from './display-queue'
import { afterEvent, emptyLiveState, type LiveEvent, type LiveState, updateToasts } from './live-state'

const ben = { from: 'Ben', photo: null, url_hash: 'ben123456' }
const noon = { now: 1_000_000, path: '/' }
const after = (events: LiveEvent[], moment = noon): LiveState =>
  events.reduce((live, event) => afterEvent(live, event, moment), emptyLiveState)

describe('[P1 §3] the shared state', () => {
  test('events replace the settings, the counters, the online members and the queues', () => {
    const live = after([
      { event: 'settings', data: { notification_show_interval: 9, notifications_gap: 1 } },
      { event: 'connections', data: { viewed_me: 1, likes_received: 2, roses_received: 3, unread: 4 } },
      { event: 'online', data: '4,15' },
      { event: 'admin', data: { photos: 5, reports: 6, verifications: 7 } },
    ])
    expect(live).toMatchObject({
      notificationSettings: { notification_show_interval: 9, notifications_gap: 1 },
      topNavAlerts: { viewed_me: 1, likes_received: 2, roses_received: 3, unread: 4 },
      adminAlerts: { photos: 5, reports: 6, verifications: 7 },
    })
    expect([...live.usersOnline]).toEqual([4, 15])
    expect(after([{ event: 'online', data: '' }]).usersOnline.size).toBe(0)
  })

  test('tips are banners; likes, roses and messages are toasts', () => {
    const live = after([
      { event: 'tip', data: { tip: 'Be kind.' } },
      { event: 'rose', data: ben },
      { event: 'like', data: ben },
    ])
    expect(shownItem(live.notifications)).toEqual({ kind: 'tip', tip: 'Be kind.' })
    expect(live.notificationToasts.list.map(({ kind }) => kind)).toEqual(['rose', 'like'])
  })

  test('[P1 §4] a toast stays as long as the server’s setting says', () => {
    const live = after([
      { event: 'settings', data: { notification_show_interval: 9, notifications_gap: 1 } },
      { event: 'like', data: ben },
    ])
    const at = (seconds: number) => updateToasts(live, { do: 'tick' }, noon.now + seconds * 1000)
    expect(shownItem(at(8.9).notificationToasts)).toBeDefined()
    expect(shownItem(at(9).notificationToasts)).toBeUndefined()
  })

  test("[P1 §4] a message toast is suppressed on that sender's profile and [P3 §10] in the open conversation; a like is not", () => {
    const there = { ...noon, path: '/ben123456' }
    expect(after([{ event: 'message', data: ben }], there).notificationToasts.list).toEqual([])
    expect(after([{ event: 'like', data: ben }], there).notificationToasts.list).toHaveLength(1)
    const beside = { ...noon, path: '/messages?tab=sent&with=ben123456' }
    expect(after([{ event: 'message', data: ben }], beside).notificationToasts.list).toEqual([])
    const other = { ...noon, path: '/messages?with=ann123456' }
    expect(after([{ event: 'message', data: ben }], other).notificationToasts.list).toHaveLength(1)
    const elsewhere = { ...noon, path: '/ann123456' }
    expect(after([{ event: 'message', data: ben }], elsewhere).notificationToasts.list).toHaveLength(1)
  })
})
