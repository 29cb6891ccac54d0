import { machine } from '../machine.ts'
import { admin, type Means } from './town.ts'

const rowsOnAPage = 7
const maxHeadRows = 20
const maxLooks = 400

/** An admin uploads what M-Pesa's portal shows since the last imported statement, and imports it. */
export const uploadStatement = async (means: Means): Promise<void> => {
  const { ledger, mpesa } = means
  if (ledger.isUploading) return
  ledger.isUploading = true
  const to = machine.outsideInstant()
  const isNew = mpesa.world.ledger.movements().some(({ at }) => at >= ledger.statedUntil && at < to)
  if (isNew && (await takeOver(means, mpesa.statement({ from: ledger.statedUntil, to, separator: ';' }))))
    ledger.statedUntil = to
  ledger.isUploading = false
}

const takeOver = async ({ asking, ledger }: Means, file: string): Promise<boolean> => {
  const lines = file
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'))
  const as = { actor: admin }
  const found = await asking.persist({
    ...as,
    call: ({ payment }) => payment.statementHead({ lines: lines.slice(0, maxHeadRows) }),
  })
  if (!('answer' in found) || !found.answer) return false
  const { head, rowsFrom } = found.answer
  const pageIds: string[] = []
  for (let first = rowsFrom; first < lines.length; first += rowsOnAPage) {
    const rows = lines.slice(first, first + rowsOnAPage)
    const kept = await asking.persist({
      ...as,
      call: ({ payment }, { correlationId }) => payment.statementPage({ head, rows, correlationId }),
    })
    if (!('answer' in kept) || !kept.answer.read || kept.answer.pageId === null) return false
    pageIds.push(kept.answer.pageId)
  }
  const fileHash = `statement ${++ledger.named}`
  const read = await asking.persist({
    ...as,
    call: ({ payment }, asked) => payment.statementRead({ asked, fileHash, head, pageIds, fileName: null }),
  })
  if (!('answer' in read)) return false
  const { statementId } = read.answer
  const committed = await asking.persist({
    ...as,
    call: ({ payment }, asked) => payment.commitStatement({ asked, statementId, isOurs: true, shortCode: null }),
  })
  return 'answer' in committed
}

/** At the end of the day: the rest of the account, once M-Pesa has sent all of its reports. */
export const closeTheDay = async (means: Means): Promise<void> => {
  const { asking, mpesa } = means
  while (!mpesa.isIdle() || means.ledger.isUploading) await machine.sleep(500, 'M-Pesa')
  await uploadStatement(means)
  for (let looks = 0; looks < maxLooks; looks++) {
    const listed = await asking.persist({
      actor: admin,
      call: ({ payment }) => payment.statements({ limit: 100, cursor: null }),
    })
    if ('answer' in listed && listed.answer.rows.every(({ state }) => state === 'applied')) return
    await machine.sleep(500, 'looks')
  }
  means.ledger.broken.push('a statement was never taken over')
}
