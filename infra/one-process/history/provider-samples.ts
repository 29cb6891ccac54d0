import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type {
  CommandContext,
  DeliveryClient,
  IdentityClient,
  NotificationClient,
  PaymentClient,
  RevenueClient,
} from '@tuma/contracts/services'
import type { Message } from '@tuma/platform/ports'
import { doorstepForm } from '../api/parcels.ts'

/** The services themselves, for samples that a demonstration would refuse. */
export type SampleServices = {
  readonly services: {
    readonly delivery: DeliveryClient
    readonly identity: IdentityClient
    readonly notification: NotificationClient
    readonly payment: PaymentClient
    readonly revenue: RevenueClient
  }
  /** Stores a message as one that identity has given up on. */
  park(topic: string, message: Message, reason: string): void
  /** ISO instant. */
  now(): string
  settled(): Promise<void>
}

const [unreachable, refusing, willing] = ['254711444001', '254711444002', '254711444003']
const silent = '254711444008'

/**
 * The part of Africa's Talking that the samples need: it fails for one phone, refuses one, breaks the connection for one, and
 * sends to every other.
 */
export const openProvider = async () => {
  const server = createServer(async (request, response) => {
    const phones = (new URLSearchParams(await text(request)).get('to') ?? '').split(',')
    if (phones.includes(`+${silent}`)) return void request.socket.destroy()
    if (phones.includes(`+${unreachable}`)) return void response.writeHead(502).end()
    const Recipients = phones.map((number) => {
      const statusCode = number === `+${refusing}` ? 406 : 101
      return { number, statusCode, messageId: `ATXid_${number.slice(1)}` }
    })
    const answer = JSON.stringify({ SMSMessageData: { Message: 'Sent', Recipients } })
    response.writeHead(201, { 'content-type': 'application/json' }).end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      SEED: 'none',
      AT_USERNAME: 'kept',
      AT_API_KEY: 'kept',
      AT_BASE_URL: `http://127.0.0.1:${port}`,
      SEND_BACKOFF_MS: '1',
    },
    close: async () => void (await new Promise((resolve) => server.close(resolve))),
  }
}

export const askedBySystem = (commandId: string): CommandContext => ({
  actor: { kind: 'system', name: 'history' },
  commandId: `history ${commandId}`,
  correlationId: commandId,
})

/** Sent from an account of the demonstration, because the SMS of a visitor who has not paid wait for the parcel. */
const sendParcel = async (
  { delivery, identity }: SampleServices['services'],
  command: string,
  from: string,
  to: string,
) => {
  const { sender, receiver, parcelDescription } = doorstepForm
  const username = 'wanjiku'
  const userId = (await identity.byUsername({ username }))?._id ?? ''
  return delivery.requestDoorstep({
    asked: { ...askedBySystem(command), actor: { kind: 'user', userId, username, role: 'user', shop: null } },
    sender: { name: sender.name, phone: from, location: 'NAIROBI CBD', dropoffAgent: sender.dropoffAgent },
    receiver: { ...receiver, phone: to },
    parcelDescription,
    tier: null,
    deliveryFee: null,
    productPrice: 0,
    paymentMethod: 'payOnDelivery',
    paymentReference: '',
  })
}

/** An SMS that the provider does not take until it is too late. */
export const createLateSamples = async ({ services, settled }: SampleServices): Promise<void> => {
  await sendParcel(services, 'parcel 0', willing, unreachable)
  await settled()
}

/** An SMS without an answer, which goes again ten minutes later and is then left to the office. */
export const createSilentSamples = async ({ services, settled }: SampleServices): Promise<void> => {
  await sendParcel(services, 'parcel silent', willing, silent)
  await settled()
}

/**
 * SMS that arrive, that fail and that the provider refuses; and a message between services that its reader cannot read.
 */
export const createProviderSamples = async ({ services, park, settled }: SampleServices): Promise<void> => {
  const { notification } = services
  await sendParcel(services, 'parcel 1', willing, unreachable)
  const { deliveryId } = await sendParcel(services, 'parcel 2', '254711444004', '254711444005')
  await settled()
  const report = (phone: string, status: string, failureReason?: string) =>
    notification.callback({
      asked: askedBySystem(`report ${phone}`),
      provider: 'africastalking',
      path: 'delivery-report',
      fields: { id: `ATXid_${phone}`, status, ...(failureReason === undefined ? {} : { failureReason }) },
    })
  await report(willing, 'Success')
  await report('254711444004', 'Failed', 'UserInBlacklist')
  await report('254711444005', 'Rejected')

  for (const reached of [false, true])
    await services.delivery.noteReach({
      ...{ asked: askedBySystem(`reach ${reached}`), deliveryId, role: 'receiver', reached },
    })
  const { rows } = await notification.messagesAbout({ deliveryId })
  const { messageId = '' } = rows.find(({ canSendAgain }) => canSendAgain) ?? {}
  await notification.sendMessageAgain({ asked: askedBySystem('again'), deliveryId, messageId })
  // A report about an unknown SMS.
  await report('254711444999', 'Success')

  for (const stop of [true, false]) await stopStrangers(services, stop)
  await notification.optOut({ asked: askedBySystem('opt-out'), phone: '254711444009' })
  const phoneNumbers = [refusing, willing, '254711444009', 'no phone']
  await notification.sendBulkSms({ asked: askedBySystem('campaign 1'), phoneNumbers, message: 'Half price on Friday' })
  await notification.sendBulkSms({ asked: askedBySystem('campaign 2'), phoneNumbers: [unreachable], message: 'Again' })

  const unread = { id: 'history-unread', key: 'delivery-unread', type: 'delivery.completed', version: 1 }
  park('delivery', { ...unread, data: { points: 'many' }, headers: {} }, 'Error: it could not be read')
}

/** The day's SMS are used up: those of parcels, and those of marketing in the middle of a campaign. */
export const createSpentSamples = async ({ services, settled }: SampleServices): Promise<void> => {
  const { notification } = services
  await sendParcel(services, 'parcel 3', '254711444006', '254711444007')
  await settled()
  const phoneNumbers = Array.from({ length: 10 }, (_, last) => `25471144401${last}`)
  await notification.sendBulkSms({ asked: askedBySystem('campaign 3'), phoneNumbers, message: 'Too late' })
  await stopStrangers(services, true, 'strangers at the end')
}

const stopStrangers = async (
  { identity, notification }: SampleServices['services'],
  stop: boolean,
  command = `strangers ${stop}`,
): Promise<void> => {
  const username = 'makena'
  const userId = (await identity.byUsername({ username }))?._id ?? ''
  const actor = { kind: 'user', userId, username, role: 'admin', shop: null } as const
  await notification.stopStrangers({ asked: { ...askedBySystem(command), actor }, stop })
}
