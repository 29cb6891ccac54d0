/** `busy` is a word of the whole server, `failed` of this step alone. */
export function judgeStatus(status: number): 'answered' | 'refused' | 'signedOut' | 'away' | 'busy' | 'failed' {
  if (status === 0) return 'away'
  if (status >= 200 && status < 300) return 'answered'
  if (status === 401) return 'signedOut'
  if (status === 429 || (status >= 502 && status <= 504)) return 'busy'
  return status >= 500 ? 'failed' : 'refused'
}
