/** Why the product can't start, as one sentence for whoever starts it. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

type Where = { readonly DATA_DIR: string; readonly HOST: string; readonly PORT: number }

/** What went wrong with a sentence about it, and what to do; as it is where nobody foresaw it. */
export const toldPlainly = (error: unknown, where: Where): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const sentence = sentenceOf(code, where)
  return sentence === null ? error : new CannotStart(sentence, { cause: error })
}

const sentenceOf = (code: unknown, { DATA_DIR, HOST, PORT }: Where): string | null => {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${PORT} on ${HOST} is taken. Is Tuma running already? Another port: PORT=${PORT + 1} npm start`
    case 'EACCES':
      return `Port ${PORT} may not be used by this account. Another port: PORT=8080 npm start`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${HOST}: check HOST.`
    case 'FolderInUse':
      return `${DATA_DIR} is in use by another Tuma. Stop that one, or choose another folder with DATA_DIR.`
    case 'FolderNotWritable':
      return `${DATA_DIR} can't be written to. Check its permissions, or choose another folder with DATA_DIR.`
    case 'FileTooNew':
      return `${DATA_DIR} was written by a newer version of Tuma. Start that version; nothing has been changed.`
    case 'FileDamaged':
      return `The data file in ${DATA_DIR} is damaged. Restore the folder from a backup; nothing has been changed.`
    default:
      return null
  }
}
