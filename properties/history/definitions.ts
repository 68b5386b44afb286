import { bodyValueAt, type Answer, type Exchange } from './history.ts'
import { containsPart } from '../dsl/term.ts'

/** Reports whether an answer shows an established definition, as a `define` step records it. */
export const isSharedDefinition = (exchange: Exchange): boolean =>
  exchange.answer !== undefined &&
  isEstablished(exchange.answer) &&
  typeof bodyValueAt(exchange, '/spec/group') === 'string'

export const isEstablished = ({ body }: Answer): boolean =>
  containsPart({ status: { conditions: [{ type: 'Established', status: 'True' }] } }, body)
