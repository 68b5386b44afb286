// Requests that a server did not serve, as verdicts carry them, and the sentences about them. This
// module imports nothing, so that all code that judges or reports can use it.

/** What the requests of one kind have in common, whatever names a run has generated. */
export type RequestShape = {
  method: string
  /** The path without its query, with placeholders: `/api/v1/namespaces/{namespace}/secrets`. */
  path: string
  /** The body is not a JSON object. Some servers hang only on such bodies. */
  hasOddBody: boolean
}

/** Formats a shape: `GET /api/v1/namespaces/{namespace}/secrets/{name}`. */
export const shapeText = ({ method, path, hasOddBody }: RequestShape): string =>
  `${method} ${path}${hasOddBody ? ' with a body that is not a JSON object' : ''}`

/** A request without a complete answer: its shape, and the problem that the client reported. */
export type UnansweredRequest = { shape: RequestShape; problem: string }

export const unansweredText = ({ shape, problem }: UnansweredRequest): string =>
  `${shapeText(shape)}: ${problem}`

/** How a request is never served: no answer in time, a closed connection, or 500. */
export type NeverServedOutcome = 'time-out' | 'closed' | 'error'

/** A request that a server never serves, although it serves others. */
export type NeverServedRequest = {
  outcome: NeverServedOutcome
  shape: RequestShape
  /** Only patches with the media type of server-side apply are meant. */
  isApply: boolean
  /** Set if the request has to be refused: its query without names of a run, or `''`. */
  refusedQuery?: string
}

const requestText = ({ shape, isApply, refusedQuery }: NeverServedRequest): string =>
  shapeText(shape) +
  (isApply ? ' as a server-side apply' : '') +
  (refusedQuery === undefined ? '' : `${refusedQuery}, which has to be refused`)

const servingVerbs = {
  'time-out': 'answers',
  closed: 'responds to',
  error: 'performs',
} as const

/** The violated sentence. */
export const neverServedMessage = (request: NeverServedRequest): string =>
  `The server ${servingVerbs[request.outcome]} ${requestText(request)}.`

/**
 * Whether a sentence is one of `neverServedMessage`. Only for case files: they contain the violated
 * sentence, and nothing else about the violation.
 */
export const isNeverServedMessage = (says: string): boolean =>
  /^The server (answers|responds to|performs) [A-Z]+ \/.*\.$/.test(says)

const outcomes = {
  'time-out': 'is never answered',
  closed: 'always ends in a closed connection',
  error: 'always fails with 500',
} as const

/** The title of a finding. */
export const neverServedTitle = (request: NeverServedRequest): string =>
  `${requestText(request)}${request.refusedQuery === undefined ? '' : ','} ${outcomes[request.outcome]}`

/**
 * Whether an unanswered request shows that a request is never served. Such a request hangs whatever
 * its body is, unless other requests show that it does not.
 */
export const isNeverServed = (
  { shape, refusedQuery }: NeverServedRequest,
  unanswered: RequestShape,
): boolean =>
  refusedQuery === undefined && shape.method === unanswered.method && shape.path === unanswered.path
