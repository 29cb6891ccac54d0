import { ServerResponse } from 'node:http'
import type { Response } from 'express'

const seconds = '2'

/**
 * Whoever is told 503, by whatever answers them, is told when to come again too.
 * @param response what all answers of an application have from it
 */
export const sayWhenToRetry = (response: Response): void => {
  response.writeHead = function (this: Response, status: number, ...rest: unknown[]) {
    if (status === 503 && !this.hasHeader('retry-after')) this.setHeader('retry-after', seconds)
    return ServerResponse.prototype.writeHead.call(this, status, ...(rest as []))
  } as Response['writeHead']
}
