import { machine } from '../machine.ts'
import { admin, type PersonContext } from './network.ts'

const rowsOnAPage = 7
const maxHeadRows = 20
const maxLooks = 400

/** An admin uploads what M-Pesa's portal shows since the last imported statement, and imports it. */
export const uploadStatement = async (context: PersonContext): Promise<void> => {
  const { ledger, mpesa } = context
  if (ledger.isUploading) return
  ledger.isUploading = true
  const to = machine.outsideInstant()
  const isNew = mpesa.world.ledger.movements().some(({ at }) => at >= ledger.statedUntil && at < to)
  if (isNew && (await takeOver(context, mpesa.statement({ from: ledger.statedUntil, to, separator: ';' }))))
    ledger.statedUntil = to
  ledger.isUploading = false
}

const takeOver = async ({ caller, ledger }: PersonContext, file: string): Promise<boolean> => {
  const lines = file
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'))
  const as = { actor: admin }
  const found = await caller.askUntilAnswered({
    ...as,
    call: ({ payment }) => payment.statementHead({ lines: lines.slice(0, maxHeadRows) }),
  })
  if (!('answer' in found) || !found.answer) return false
  const { head, rowsFrom } = found.answer
  const pageIds: string[] = []
  for (let first = rowsFrom; first < lines.length; first += rowsOnAPage) {
    const rows = lines.slice(first, first + rowsOnAPage)
    const kept = await caller.askUntilAnswered({
      ...as,
      call: ({ payment }, { correlationId }) => payment.statementPage({ head, rows, correlationId }),
    })
    if (!('answer' in kept) || !kept.answer.read || kept.answer.pageId === null) return false
    pageIds.push(kept.answer.pageId)
  }
  const fileHash = `statement ${++ledger.named}`
  const read = await caller.askUntilAnswered({
    ...as,
    call: ({ payment }, asked) => payment.statementRead({ asked, fileHash, head, pageIds, fileName: null }),
  })
  if (!('answer' in read)) return false
  const { statementId } = read.answer
  const committed = await caller.askUntilAnswered({
    ...as,
    call: ({ payment }, asked) => payment.commitStatement({ asked, statementId, isOurs: true, shortCode: null }),
  })
  return 'answer' in committed
}

/** At the end of the day: the rest of the account, once M-Pesa has sent all of its reports. */
export const closeTheDay = async (context: PersonContext): Promise<void> => {
  const { caller, mpesa } = context
  while (!mpesa.isIdle() || context.ledger.isUploading) await machine.sleep(500, 'M-Pesa')
  await uploadStatement(context)
  for (let looks = 0; looks < maxLooks; looks++) {
    const listed = await caller.askUntilAnswered({
      actor: admin,
      call: ({ payment }) => payment.statements({ limit: 100, cursor: null }),
    })
    if ('answer' in listed && listed.answer.rows.every(({ state }) => state === 'applied')) return
    await machine.sleep(500, 'looks')
  }
  context.ledger.broken.push('a statement was never taken over')
}
