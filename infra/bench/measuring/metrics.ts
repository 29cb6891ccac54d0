/** The product's own figures at `/metrics`. */
export type Lag = {
  readonly topic: string
  readonly group: string
  readonly messages: number
  readonly seconds: number
}

const labelled = /^tuma_group_lag_(messages|seconds)\{(.*)\} (\S+)$/gm
const label = (labels: string, name: string): string => new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? ''

/** How far each group is behind what others have published. */
export const lagsIn = (page: string): Lag[] => {
  const lags = new Map<string, Lag>()
  for (const [, what = '', labels = '', value] of page.matchAll(labelled)) {
    const [topic, group] = [label(labels, 'topic'), label(labels, 'group')]
    const known = lags.get(`${topic} ${group}`) ?? { topic, group, messages: 0, seconds: 0 }
    lags.set(`${topic} ${group}`, { ...known, [what]: Number(value) })
  }
  return [...lags.values()]
}

export const askLags = async (url: string, token: string): Promise<Lag[]> => {
  const page = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  if (!page.ok) throw new Error(`/metrics answered ${page.status}`)
  return lagsIn(await page.text())
}
