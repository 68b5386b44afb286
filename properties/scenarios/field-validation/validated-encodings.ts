// Writes at the levels of field validation whose bodies are no JSON. For the labels see
// field-validation.ts.

import type { Arbitrary } from 'fast-check'
import { mediaTypeTerm, withBodyEncoding, withHeaders } from '../../dsl/media-steps.ts'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import { isRequestStep } from '../../dsl/scenario.ts'

/** The same scenario with every body in YAML; a text of JSON is one of YAML as it stands. */
export const withYamlBodies = (scenarios: Arbitrary<Scenario>): Arbitrary<Scenario> =>
  scenarios.map(({ steps }) => ({ steps: steps.map(step => inYamlAlone(step)) }))

const inYamlAlone = (step: Step): Step => (isRequestStep(step) ? yamlOf(step) : step)

function yamlOf(request: RequestStep): RequestStep {
  const { body } = request
  if (body === undefined) return request
  const isText = typeof body === 'object' && body !== null && '$text' in body
  return isText
    ? withHeaders(request, { 'content-type': mediaTypeTerm('yaml') })
    : withBodyEncoding('yaml', request)
}
