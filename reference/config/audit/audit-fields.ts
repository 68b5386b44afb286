import { allowedValues, type RequirementId } from '../config-rules.ts'
import { deFacto, listField, requiredBy, textField } from '../config-kind.ts'

const levels = allowedValues(deFacto, ['None', 'Metadata', 'Request', 'RequestResponse'])
const stages = allowedValues(deFacto, [
  'RequestReceived',
  'ResponseStarted',
  'ResponseComplete',
  'Panic',
])

export const levelField = (description: string, by: RequirementId) =>
  textField(description, { by, required: requiredBy(by), rules: [levels] })

export const stageField = (description: string, by: RequirementId) =>
  textField(description, { by, required: requiredBy(by), rules: [stages] })

export const omittedStagesField = (by: RequirementId) =>
  listField(
    'Stages for which no events are generated.',
    textField('A stage.', { rules: [stages] }),
    { by },
  )

export const textListField = (description: string, by: RequirementId) =>
  listField(description, textField('A list entry.'), { by })
