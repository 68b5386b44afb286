import { oneOf } from '../rules.ts'
import { type By, deFacto, list, required, text } from '../vocabulary.ts'

const levels = oneOf(deFacto, ['None', 'Metadata', 'Request', 'RequestResponse'])
const stages = oneOf(deFacto, ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'])

export const level = (says: string, by: By) =>
  text(says, { by, required: required(by), rules: [levels] })

export const stage = (says: string, by: By) =>
  text(says, { by, required: required(by), rules: [stages] })

export const omittedStages = (by: By) =>
  list('Stages for which no events are generated.', text('A stage.', { rules: [stages] }), { by })

export const texts = (says: string, by: By) => list(says, text('A list entry.'), { by })
