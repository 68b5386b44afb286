import { needed } from './needed.ts'
import { range } from './rules.ts'
import { type By, deFacto, float, int32, object, path, text } from './vocabulary.ts'

type Rates = { readonly by: By; readonly qps: number; readonly burst: number }

/** How a component talks to the API server. */
export const clientConnection = ({ by, qps, burst }: Rates) =>
  object(
    'Connection to the API server.',
    {
      clusterconfig: path('Client configuration file with the address of the API server.', {
        ...needed('CM-007', ''),
        onlyIn: 'cluster',
      }),
      kubeconfig: path('Client configuration file with the address of the API server.', {
        ...needed('CM-007', ''),
        onlyIn: 'kubernetes',
      }),
      acceptContentTypes: text('Value of the Accept header, instead of application/json.', {
        ...needed('CM-007', ''),
        also: ['CM-008'],
      }),
      contentType: text('Content type of requests.', needed('CM-007', 'application/json')),
      qps: float('Maximum requests per second.', needed('CM-007', qps)),
      burst: int32('Maximum burst of requests.', {
        ...needed('CM-007', burst),
        rules: [range(deFacto, { min: 0 }, { says: 'must be non-negative' })],
      }),
    },
    needed(by, {}),
  )
