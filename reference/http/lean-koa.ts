import Koa, { type Context } from 'koa'

/**
 * Koa without its watch on the end of each response (`on-finished`), which takes three kilobytes as
 * long as the response is open. Nothing here asks for it: responses are written and observed by
 * `send-reply.ts`.
 */
export class LeanKoa extends Koa {
  /** Overrides a method of Koa that its types do not declare: runs the middleware of a request. */
  handleRequest(context: Context, middleware: (context: Context) => Promise<void>): Promise<void> {
    return middleware(context).catch((error: Error) => context.onerror(error))
  }
}
