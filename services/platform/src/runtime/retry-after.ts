import type { RequestHandler } from 'express'

const seconds = '2'

/** Whoever is told 503, by whatever answers them, is told when to come again too. */
export const saysWhenToRetry: RequestHandler = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (status === 503 && !response.hasHeader('retry-after')) response.setHeader('retry-after', seconds)
    return writeHead(status, ...(rest as []))
  }
  next()
}
