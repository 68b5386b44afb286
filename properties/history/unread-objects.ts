import type { Exchange } from './history.ts'

/** Whether an answer is an object in Protobuf whose message the harness does not know. */
export const isUnread = ({ answer }: Exchange): boolean => answer?.envelope?.isUnread === true
