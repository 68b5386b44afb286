import { requiredWithDefault } from './required-with-default.ts'
import { rangeRule, type RequirementId } from './config-rules.ts'
import {
  deFacto,
  floatField,
  int32Field,
  objectField,
  pathField,
  textField,
} from './config-kind.ts'

type Rates = { readonly requirement: RequirementId; readonly qps: number; readonly burst: number }

/** The connection of a component to the API server. */
export const clientConnectionField = ({ requirement, qps, burst }: Rates) =>
  objectField(
    'Connection to the API server.',
    {
      clusterconfig: pathField('Client configuration file with the address of the API server.', {
        ...requiredWithDefault('CM-007', ''),
        onlyIn: 'cluster',
      }),
      kubeconfig: pathField('Client configuration file with the address of the API server.', {
        ...requiredWithDefault('CM-007', ''),
        onlyIn: 'kubernetes',
      }),
      acceptContentTypes: textField('Value of the Accept header, instead of application/json.', {
        ...requiredWithDefault('CM-007', ''),
        also: ['CM-008'],
      }),
      contentType: textField(
        'Content type of requests.',
        requiredWithDefault('CM-007', 'application/json'),
      ),
      qps: floatField('Maximum requests per second.', requiredWithDefault('CM-007', qps)),
      burst: int32Field('Maximum burst of requests.', {
        ...requiredWithDefault('CM-007', burst),
        rules: [rangeRule(deFacto, { min: 0 }, { description: 'must be non-negative' })],
      }),
    },
    requiredWithDefault(requirement, {}),
  )
