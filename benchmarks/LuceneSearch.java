import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

/** Lines up to an empty one are documents, after that queries; each block is answered with the CPU seconds of this thread. */
public class LuceneSearch {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  public static void main(String[] arguments) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Directory directory = new MMapDirectory(Paths.get(arguments[0]));
    List<String> block = block(in);
    long begin = THREADS.getCurrentThreadCpuTime();
    FieldType type = new FieldType();
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.setTokenized(true);
    IndexWriterConfig configuration = new IndexWriterConfig(new StandardAnalyzer());
    configuration.setRAMBufferSizeMB(512);
    try (IndexWriter writer = new IndexWriter(directory, configuration)) {
      for (String text : block) {
        Document document = new Document();
        document.add(new Field("text", text, type));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    answer(begin);
    IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(directory));
    searcher.setQueryCache(null);
    searcher.setSimilarity(new BM25Similarity());
    while (!(block = block(in)).isEmpty()) {
      begin = THREADS.getCurrentThreadCpuTime();
      for (String line : block) {
        BooleanQuery.Builder builder = new BooleanQuery.Builder();
        for (String word : line.split(" ")) {
          builder.add(new TermQuery(new Term("text", word)), BooleanClause.Occur.SHOULD);
        }
        Query query = builder.build();
        searcher.search(query, 10);
      }
      answer(begin);
    }
  }

  private static void answer(long begin) {
    System.out.println((THREADS.getCurrentThreadCpuTime() - begin) / 1e9);
  }

  private static List<String> block(BufferedReader in) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      lines.add(line);
    }
    return lines;
  }
}
