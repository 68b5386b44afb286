import { allowedValues, type RequirementId } from '../config-rules.ts'
import { deFacto, listField, requiredBy, textField } from '../config-kind.ts'

const levels = allowedValues(deFacto, ['None', 'Metadata', 'Request', 'RequestResponse'])
const stages = allowedValues(deFacto, [
  'RequestReceived',
  'ResponseStarted',
  'ResponseComplete',
  'Panic',
])

export const levelField = (says: string, by: RequirementId) =>
  textField(says, { by, required: requiredBy(by), rules: [levels] })

export const stageField = (says: string, by: RequirementId) =>
  textField(says, { by, required: requiredBy(by), rules: [stages] })

export const omittedStagesField = (by: RequirementId) =>
  listField(
    'Stages for which no events are generated.',
    textField('A stage.', { rules: [stages] }),
    { by },
  )

export const textListField = (says: string, by: RequirementId) =>
  listField(says, textField('A list entry.'), { by })
