import { constants, privateDecrypt } from 'node:crypto'
import { getStamp } from './nairobi.ts'
import { getDescription } from './result-codes.ts'
import { type Answer, callId, isCallable, refusal, type World } from './world.ts'

type Body = Readonly<Record<string, unknown>>

/** A query about a receipt. It is accepted from any caller; a wrong password is reported with the result. */
export const status = async (world: World, body: Body): Promise<Answer> => {
  const { chance, now, habits, callbackSender } = world
  if (body.CommandID !== 'TransactionStatusQuery')
    return refusal(world, '400.002.02', 'Bad Request - Invalid CommandID')
  for (const field of ['ResultURL', 'QueueTimeOutURL'])
    if (!isCallable(body[field], habits)) return refusal(world, '400.002.02', `Bad Request - Invalid ${field}`)
  const conversation = {
    OriginatorConversationID: callId(chance),
    ConversationID: `AG_${getStamp(now()).slice(0, 8)}_${chance.text(20, '0123456789abcdef')}`,
  }
  const result = {
    ResultType: 0,
    ...getResult(world, body),
    ...conversation,
    TransactionID: `${chance.text(10, 'ABCDEFGH0123')}`,
  }
  const answer = { url: String(body.ResultURL), body: { Result: result } }
  const telling = habits.statusTelling
  if (telling === 'late_first') {
    const { OriginatorConversationID, ConversationID } = conversation
    const late = {
      ResultType: 1,
      ResultCode: '1037',
      ResultDesc: 'Queue timed out',
      OriginatorConversationID,
      ConversationID,
    }
    await callbackSender.send({ url: String(body.QueueTimeOutURL), body: { Result: late } })
    await callbackSender.send(answer, { when: 'held' })
  } else await callbackSender.send(answer, { when: telling })
  return {
    status: 200,
    body: { ...conversation, ResponseCode: '0', ResponseDescription: 'Accept the service request successfully.' },
  }
}

const getResult = (world: World, body: Body) => {
  const { merchant, ledger, habits } = world
  const said = (code: string) => ({ ResultCode: Number(code), ResultDesc: getDescription(code) })
  const isUs =
    body.Initiator === merchant.initiator && opened(world, body.SecurityCredential) === merchant.initiatorPassword
  if (!isUs || String(body.PartyA) !== merchant.shortCode) return said('2001')
  const receipt = String(body.TransactionID)
  const paid = ledger.payment(receipt)
  if (paid === null) return said('2032')
  const reversed = habits.reversalsShow && ledger.isReversed(receipt)
  const completed = paid.status === 'Completed' ? 'Completed' : 'Declined'
  const payee = `${merchant.shortCode} - ${merchant.name}`
  const ResultParameter = [
    { Key: 'ReceiptNo', Value: receipt },
    { Key: 'TransactionStatus', Value: reversed ? 'Reversed' : completed },
    { Key: 'Amount', Value: (paid.cents / 100).toFixed(2) },
    { Key: 'InitiatedTime', Value: getStamp(paid.at) },
    { Key: 'FinalisedTime', Value: getStamp(paid.at) },
    { Key: 'DebitPartyName', Value: `${paid.payer?.phone} - ${paid.payer?.name}` },
    { Key: habits.statusRepeatsKeys ? 'DebitPartyName' : 'CreditPartyName', Value: payee },
    { Key: 'ReasonType', Value: paid.online ? 'Customer Buy Goods Online' : 'Customer Merchant Payment' },
    { Key: 'TransactionReason' },
  ]
  return { ...said('0'), ResultParameters: { ResultParameter } }
}

const opened = ({ privateKey }: World, sealed: unknown): string | null => {
  if (privateKey === null) return null
  try {
    const bytes = Buffer.from(String(sealed), 'base64')
    return privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, bytes).toString()
  } catch {
    return null
  }
}
