import io.fabric8.kubernetes.client.server.mock.KubernetesMixedDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.ServerRequest;
import io.fabric8.mockwebserver.ServerResponse;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** Serves the mock in CRUD mode over HTTP on a free port, prints the URL and stays. */
final class Main {
  public static void main(String[] arguments) throws Exception {
    Map<ServerRequest, Queue<ServerResponse>> expectations = new HashMap<>();
    Context context = new Context(Serialization.jsonMapper());
    KubernetesMixedDispatcher crud = new KubernetesMixedDispatcher(expectations);
    KubernetesMockServer server =
        new KubernetesMockServer(context, new MockWebServer(), expectations, crud, false);
    server.init(InetAddress.getByName("127.0.0.1"), 0);
    System.out.println("http://127.0.0.1:" + server.getPort());
    Thread.currentThread().join();
  }
}
