import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.en.KStemFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Reads words, one a line, and prints the stem that Lucene's KStemFilter gives each. */
public class LuceneStem {
    public static void main(String[] arguments) throws Exception {
        KeywordTokenizer whole = new KeywordTokenizer();
        TokenStream stems = new KStemFilter(whole);
        CharTermAttribute stem = stems.addAttribute(CharTermAttribute.class);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        for (String word = in.readLine(); word != null; word = in.readLine()) {
            whole.setReader(new StringReader(word));
            stems.reset();
            stems.incrementToken();
            out.println(stem);
            stems.end();
            stems.close();
        }
        out.flush();
    }
}
