// Generates writes at the levels of field validation with bodies in encodings other than JSON. The
// labels are in field-validation.ts.

import type { Arbitrary } from 'fast-check'
import { mediaTypeTerm, withBodyEncoding, withHeaders } from '../../dsl/media-steps.ts'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import { isRequestStep } from '../../dsl/scenario.ts'

/**
 * Returns the scenarios with every body in YAML. JSON texts are sent unchanged, because they are
 * valid YAML.
 */
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
