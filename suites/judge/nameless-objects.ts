// Objects that a server stores without a name. No request can delete them one by one.

import { bodyValueAt, isSuccess } from '../../properties/history/history.ts'
import type { History } from '../../properties/history/history.ts'

/** Whether a create of the history succeeded with an object that has no name. */
export const hasNamelessObject = ({ exchanges }: History): boolean =>
  exchanges.some(exchange => {
    const { request, about } = exchange
    const isCreate = request.method === 'POST' && about !== undefined
    if (!isCreate || request.query['dryRun'] !== undefined || !isSuccess(exchange)) return false
    // A create may also be answered with a Status, which has no name.
    if (bodyValueAt(exchange, '/kind') === 'Status') return false
    const metadata = bodyValueAt(exchange, '/metadata')
    const name = bodyValueAt(exchange, '/metadata/name')
    return typeof metadata === 'object' && (name === undefined || name === '')
  })
