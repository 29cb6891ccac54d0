import { ServerResponse } from 'node:http'
import type { Response } from 'express'

const seconds = '2'

/**
 * Sets a time to retry after on every 503, whichever handler answers.
 * @param response the prototype of all answers of an application
 */
export const sayWhenToRetry = (response: Response): void => {
  response.writeHead = function (this: Response, status: number, ...rest: unknown[]) {
    if (status === 503 && !this.hasHeader('retry-after')) this.setHeader('retry-after', seconds)
    return ServerResponse.prototype.writeHead.call(this, status, ...(rest as []))
  } as Response['writeHead']
}
