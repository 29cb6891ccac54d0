import { webAppHeader } from '@tuma/contracts/vocabulary'

/** The header that a browser sends: the cookie of the session. */
export const signedInAdmin = async (url: string): Promise<Record<string, string>> => {
  const login = { email: 'admin@tuma.test', password: 'tuma-demo' }
  const answer = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(login),
  })
  if (!answer.ok) throw new Error(`login answered ${answer.status}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return { cookie, [webAppHeader]: '1' }
}

export type StatementRow = {
  readonly _id: string
  readonly state: string
  readonly rows: number
  readonly applied: number
}
export type Books = Readonly<Record<string, number>>

/** An admin's work with files of the till, by the calls of their screen. */
export const openTillAdmin = async (url: string) => {
  const admin = await signedInAdmin(url)
  const ask = async (method: string, path: string, more: RequestInit = {}) => {
    const headers = { ...admin, ...(more.headers as Record<string, string> | undefined) }
    const answer = await fetch(`${url}${path}`, { ...more, method, headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  return {
    /** CSV, or the bytes of a spreadsheet. */
    upload: (file: string | Buffer): Promise<StatementRow> =>
      ask('POST', '/api/admin/statements', {
        headers: { 'content-type': 'application/octet-stream' },
        body: file as string,
      }),
    list: (): Promise<readonly StatementRow[]> => ask('GET', '/api/admin/statements'),
    findings: (id: string) => ask('GET', `/api/admin/statements/${id}/findings`),
    commit: (id: string): Promise<StatementRow> =>
      ask('POST', `/api/admin/statements/${id}/commit`, {
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    async books(): Promise<Books> {
      const { accounts } = await ask('GET', '/api/admin/books')
      return Object.fromEntries(
        accounts.map(({ account, cents }: { account: string; cents: number }) => [account, cents]),
      )
    },
  }
}
export type TillAdmin = Awaited<ReturnType<typeof openTillAdmin>>
