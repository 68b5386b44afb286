import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A typical Java client. It performs fixed steps on a server and prints one line per step, so that
 * two servers can be compared line by line.
 */
final class Main {
  static final String SPACE = "javas";

  /** The action of a step. Its result has to be representable in JSON. */
  interface Step {
    Object act(KubernetesClient on) throws Exception;
  }

  private static final ObjectMapper JSON =
      new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);

  public static void main(String[] args) throws Exception {
    Config config = new ConfigBuilder(Config.empty())
        .withMasterUrl(args[1])
        .withNamespace(SPACE)
        .withRequestRetryBackoffLimit(0)
        .build();
    Map<String, Step> steps = new LinkedHashMap<>();
    steps.putAll(Objects.steps());
    steps.putAll(Watches.steps());
    steps.putAll(Customs.steps());
    try (KubernetesClient on = new KubernetesClientBuilder().withConfig(config).build()) {
      for (Map.Entry<String, Step> step : steps.entrySet()) {
        System.out.println(step.getKey() + ": " + taken(step.getValue(), on));
      }
      on.namespaces().withName(SPACE).delete();
    }
    // A step may have left a thread that waits forever.
    System.exit(0);
  }

  private static String taken(Step step, KubernetesClient on) throws JsonProcessingException {
    try {
      return JSON.writeValueAsString(step.act(on));
    } catch (KubernetesClientException refused) {
      return JSON.writeValueAsString(refusal(refused));
    } catch (Exception problem) {
      return problem.toString().split("\n")[0];
    }
  }

  /** Returns the parts of an error that programs can read. */
  private static List<Object> refusal(KubernetesClientException refused) {
    List<Object> said = new ArrayList<>();
    said.add(refused.getCode());
    if (refused.getStatus() == null) {
      return said;
    }
    said.add(refused.getStatus().getReason());
    said.add(refused.getStatus().getMessage());
    if (refused.getStatus().getDetails() != null) {
      for (StatusCause cause : refused.getStatus().getDetails().getCauses()) {
        said.add(cause.getReason() + " " + cause.getField());
      }
    }
    return said;
  }

  /** Waits until the condition holds, for at most 20 seconds. */
  static void until(String what, BooleanSupplier holds) throws InterruptedException {
    long end = System.nanoTime() + 20_000_000_000L;
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("there was no " + what);
      }
      Thread.sleep(50);
    }
  }
}
