import { allowedValues, type RequirementId } from '../config-rules.ts'
import { deFacto, listField, requiredBy, textField } from '../config-kind.ts'

const levels = allowedValues(deFacto, ['None', 'Metadata', 'Request', 'RequestResponse'])
const stages = allowedValues(deFacto, [
  'RequestReceived',
  'ResponseStarted',
  'ResponseComplete',
  'Panic',
])

export const levelField = (description: string, requirement: RequirementId) =>
  textField(description, { requirement, required: requiredBy(requirement), rules: [levels] })

export const stageField = (description: string, requirement: RequirementId) =>
  textField(description, { requirement, required: requiredBy(requirement), rules: [stages] })

export const omittedStagesField = (requirement: RequirementId) =>
  listField(
    'Stages for which no events are generated.',
    textField('A stage.', { rules: [stages] }),
    { requirement },
  )

export const textListField = (description: string, requirement: RequirementId) =>
  listField(description, textField('A list entry.'), { requirement })
