import { randomUUID } from 'node:crypto'
import { withChecksums } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { demoProvider, type Outgoing, type Provider } from './provider/provider.ts'
import { asked, eventually, notificationForEachTest } from './testing/notification-for-each-test.ts'

const { notification, stored, store, open, die, rows, getKey } = notificationForEachTest(false)
const visitor = { kind: 'visitor', visitorId: 'the-cookie' } as const
const written = { name: 'Wanjiku Kamau', email: 'wanjiku@example.com', message: 'My parcel is late.\nPlease help.' }
const outbox = () => notification().outbox({ limit: 10 })

describe('a message to support', () => {
  test('goes to CONTACT_EMAIL and names its writer', async () => {
    await open({ environment: { CONTACT_EMAIL: 'help@tuma.example' } })
    await notification().support({ asked: asked({ actor: visitor }), ...written })
    await eventually(async () =>
      expect(await outbox()).toEqual([
        {
          channel: 'email',
          to: 'help@tuma.example',
          subject: 'Message from Wanjiku Kamau',
          text: 'Wanjiku Kamau <wanjiku@example.com> writes:\n\nMy parcel is late.\nPlease help.\n',
          createdAt: expect.any(String),
        },
      ]),
    )
  })

  test('is answered to its writer', async () => {
    const sent: Outgoing[] = []
    const mailer: Provider = {
      name: 'mailer',
      async send(message) {
        sent.push(message)
        return { providerId: 'id-1' }
      },
    }
    await open({ providers: { sms: demoProvider, email: mailer } })
    await notification().support({ asked: asked(), ...written })
    await eventually(() => expect(sent).toEqual([expect.objectContaining({ replyTo: 'wanjiku@example.com' })]))
  })

  test('is one message for each command, and other words under the same command are refused', async () => {
    const by = asked({ actor: visitor, requestHash: 'h1' })
    await Promise.all([1, 2, 3].map(() => notification().support({ asked: by, ...written })))
    const other = notification().support({ asked: { ...by, requestHash: 'h2' }, ...written, message: 'Other words' })
    await expect(other).rejects.toMatchObject({ code: 'key_reused' })
    await notification().support({ asked: asked({ actor: visitor }), ...written })
    await eventually(async () => expect(await outbox()).toHaveLength(2))
    expect((await stored()).filter(({ type }) => type === 'MessageComposed')).toHaveLength(2)
  })

  test('is sealed in the store, and nothing of the cookie is stored', async () => {
    await notification().support({ asked: asked({ actor: visitor }), ...written })
    await eventually(async () => expect(await outbox()).toHaveLength(1))
    expect(JSON.stringify(await stored())).not.toMatch(/Wanjiku|example\.com|My parcel|the-cookie/)
  })

  test('is unreadable once it is sent: its key is destroyed, and no other', async () => {
    const sent: Outgoing[] = []
    const mailer: Provider = {
      name: 'mailer',
      send: async (message) => {
        sent.push(message)
        return { providerId: 'id-1' }
      },
    }
    await open({ providers: { sms: demoProvider, email: mailer } })
    const user = { kind: 'user', userId: 'client-1', username: 'wanjiku', role: 'user', shop: null } as const
    await notification().support({ asked: asked({ actor: user }), ...written })
    await eventually(async () => expect((await rows())[0]?.status).toBe('sent'))
    const messageId = (await rows())[0]?.messageId as string
    await eventually(async () => expect(await getKey(`${messageId}:writer`)).toEqual({ key: null }))
    expect(await getKey('client-1')).toBe(null)
    expect(sent[0]?.text).toContain('My parcel is late.')
  })

  test('is unreadable after a crash between sending it and destroying its key', async () => {
    const diesWhenRecorded: Provider = {
      name: 'mailer',
      async send({ messageId }) {
        const data = { at: '2026-11-21T06:00:00.000Z', provider: 'mailer', providerId: 'id-1' }
        const recorded = { id: randomUUID(), type: 'MessageSent', version: 1, data }
        const metadata = { at: data.at, commandId: 'sent', correlationId: 'c', actor: { kind: 'system', name: 'test' } }
        const stream = `message-${messageId}`
        await store().append(stream, withChecksums(stream, [{ ...recorded, metadata }], 2), 1)
        return new Promise(() => undefined)
      },
    }
    await open({ providers: { sms: demoProvider, email: diesWhenRecorded } })
    await notification().support({ asked: asked({ actor: visitor }), ...written })
    await eventually(async () => expect((await rows())[0]?.status).toBe('sent'))
    const writer = `${(await rows())[0]?.messageId}:writer`
    expect(await getKey(writer)).toEqual({ key: expect.any(String) })
    await die({ providers: { sms: demoProvider, email: diesWhenRecorded } })
    await eventually(async () => expect(await getKey(writer)).toEqual({ key: null }))
  })

  test('keeps to its lines, whatever the name contains', async () => {
    await notification().support({ asked: asked(), ...written, name: 'Jane\r\nBcc: all@example.com\u0000  Doe' })
    await eventually(async () =>
      expect((await outbox())[0]?.subject).toBe('Message from Jane Bcc: all@example.com Doe'),
    )
  })
})
