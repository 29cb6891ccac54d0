import { setTimeout as pause } from 'node:timers/promises'
import { openLog, thisMachine } from '@tuma/platform/runtime'
import { openTestProduct, type TestProduct } from '../api/test-product.ts'

const METRICS_TOKEN = 'a-token-of-the-operators-alone'
const dayMs = 24 * 60 * 60_000

export type Running = TestProduct & {
  /** What was repaired, as the log says it. */
  done(): string[]
  /** Everything that the log says about damage or a fault. */
  said(): string[]
}

/** The product on this folder. @param daysOn how many days its clock is ahead. @throws CannotStart */
export const start = async (DATA_DIR: string, daysOn = 0): Promise<Running> => {
  const logged: string[] = []
  const log = openLog('warn', { write: (line: string) => void logged.push(line) })
  const now = () => new Date(Date.now() + daysOn * dayMs).toISOString()
  const product = await openTestProduct({ DATA_DIR, METRICS_TOKEN }, { ...thisMachine, now }, log)
  const said = () => logged.map((line) => toSentence(JSON.parse(line)))
  let closing: Promise<void> | null = null
  return {
    ...product,
    said,
    done: () => said().filter((one) => repaired.test(one)),
    close: () => (closing ??= product.close()),
  }
}

type Line = { readonly msg?: string; readonly err?: { readonly type?: string; readonly message?: string } }
const toSentence = ({ msg = '', err }: Line): string => (err ? `${err.type}: ${err.message}` : msg)
const repaired = / is damaged: (its indexes were made again|it was filled again from events)$/

/** @returns what `act` returns, when the product is closed */
export const withProduct = async <T>(
  DATA_DIR: string,
  act: (product: Running) => Promise<T>,
  daysOn = 0,
): Promise<T> => {
  const product = await start(DATA_DIR, daysOn)
  return act(product).finally(() => product.close())
}

type Named = {
  readonly service: string
  readonly stream?: string
  readonly collection?: string
  readonly state?: string
}
/** What /readyz says is damaged: 'identity account-7' or 'revenue entries-v2 filling'. */
const getNamed = async (product: TestProduct): Promise<string[]> => {
  const { body } = await product.stranger().get('/readyz')
  return (body.damaged ?? []).map(({ service, stream, collection, state }: Named) =>
    stream ? `${service} ${stream}` : `${service} ${collection} ${state}`,
  )
}
const isExamined = async (product: TestProduct): Promise<boolean> => {
  const { body } = await product.stranger({ authorization: `Bearer ${METRICS_TOKEN}` }).get('/metrics')
  return /tuma_data_file_examined\{[^}]*\} 1/.test(String(body))
}

/** Longer than an examination on a machine with much else to do. */
const settledWithinMs = 300_000
/** Waits until the file is examined and no list is being filled. @returns what is named then */
export const settle = async (product: Running): Promise<string[]> => {
  for (const until = Date.now() + settledWithinMs; ; ) {
    const named = await getNamed(product)
    if ((await isExamined(product)) && named.every((one) => !one.endsWith(' filling'))) return named
    if (Date.now() > until) throw new Error(`not settled: ${named}; it said ${product.said().join(' | ')}`)
    await pause(100)
  }
}
