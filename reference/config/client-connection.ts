import { needed } from './needed.ts'
import { range } from './rules.ts'
import { type By, deFacto, float, int32, object, path, text } from './vocabulary.ts'

type Rates = { readonly by: By; readonly qps: number; readonly burst: number }

/** How a component talks to the API server. */
export const clientConnection = ({ by, qps, burst }: Rates) =>
  object(
    'How the component talks to the API server.',
    {
      clusterconfig: path('The client configuration that says where it is.', {
        ...needed('CM-007', ''),
        onlyIn: 'cluster',
      }),
      kubeconfig: path('The client configuration that says where it is.', {
        ...needed('CM-007', ''),
        onlyIn: 'kubernetes',
      }),
      acceptContentTypes: text('Sent as Accept, in place of application/json.', {
        ...needed('CM-007', ''),
        also: ['CM-008'],
      }),
      contentType: text('The media type of what is sent.', needed('CM-007', 'application/json')),
      qps: float('How many requests a second.', needed('CM-007', qps)),
      burst: int32('How many requests at once.', {
        ...needed('CM-007', burst),
        rules: [range(deFacto, { min: 0 }, { says: 'must be non-negative' })],
      }),
    },
    needed(by, {}),
  )
