// Generates texts with the word frequencies of a natural language, and some in Japanese.

/** Returns a generator of random numbers between 0 and 1; the same seed produces the same sequence. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const real =
  `the to a in and of is for it with on not add when from app can we this page user export please button
  error dark mode mobile search list view project email login password settings support filter customer import file
  report change update dashboard notification calendar invoice billing team member permission comment vote status
  keyboard shortcut integration webhook slack discord language translation performance loading timeout upload
  download attachment picture avatar profile theme colour`.split(/\s+/);
const onsets =
  ' b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p ph pl pr qu r s sc sh sk sl sp st str t th tr v w'.split(
    ' ',
  );
const vowels = 'a a a e e e i i o o u ai ea ee ie io ou oo y'.split(' ');
const codas = ' ,,,,b,ck,ct,d,f,g,l,ll,m,mp,n,n,nd,ng,nt,p,r,r,rd,rm,rt,s,s,ss,st,t,t,x'
  .split(',')
  .map((coda) => coda.trim());
const japanese = [
  ...'日本語対応追加画面検索機能通知設定利用者改善要望新規登録変更削除一覧表示速度印刷共有権限言語予定管理',
];

/** A word in one of 5,000 records. */
export const rareWord = 'zebra';

/** Search terms by their frequency in the texts. */
export const searched = {
  common: ['export', 'button', 'error', 'mobile', 'search'],
  middling: ['theme', 'upload', 'slack', 'avatar', 'webhook'],
  rare: [rareWord],
  misspelt: ['zebbra', 'notifcation', 'pasword', 'dashbaord', 'exprot'],
  pairs: ['dark mode', 'export button', 'mobile app', 'login error'],
  shortTitles: ['dark mo', rareWord, 'export to csv', 'loading'],
  longTitles: [
    'please add a dark mode to the mobile app',
    'error when i export the report from the dashboard page',
  ],
};

/** Generates texts from a fixed vocabulary; the same seed produces the same texts. */
export class Texts {
  /** All words except {@link rareWord}, the most frequent first. */
  words;
  #random;
  /** Each word as often as its share of all texts. */
  #bag;

  constructor(seed) {
    this.#random = randomFrom(1);
    const made = new Set(real);
    while (made.size < 20_000) {
      const syllables = 1 + Math.floor(this.#random() * 3.2);
      made.add(Array.from({ length: syllables }, () => this.#syllable()).join(''));
    }
    this.words = [...made];
    // Zipf's law: the nth word has a frequency of 1/n.
    const shares = this.words.map((_, rank) => 1 / (rank + 3));
    const sum = shares.reduce((total, share) => total + share, 0);
    this.#bag = this.words.flatMap((word, rank) =>
      Array.from({ length: Math.max(1, Math.round(((shares[rank] ?? 0) / sum) * 1_000_000)) }, () => word),
    );
    if (seed !== undefined) this.#random = randomFrom(seed);
  }

  /** Returns the title and description of feedback: for some numbers in Japanese, for some with the rare word. */
  feedback(number) {
    if (number % 50 === 0) {
      return {
        title: `${this.#run(8)}の${this.#run(4)}`,
        description: `${this.#run(30)}、${this.#run(20)}。${this.#run(25)}`,
      };
    }
    const title = this.sentence(3 + Math.floor(this.#random() * 7));
    const rare = number % 5_000 === 1 ? ` ${rareWord}` : '';
    return { title: `${title}${rare}`, description: this.sentence(8 + Math.floor(this.#random() * 60)) };
  }

  /** @param {number} length in words */
  sentence(length) {
    return Array.from({ length }, () => this.#pick(this.#bag)).join(' ');
  }

  #syllable() {
    return `${this.#pick(onsets)}${this.#pick(vowels)}${this.#pick(codas)}`;
  }

  #run(length) {
    return Array.from({ length }, () => this.#pick(japanese)).join('');
  }

  #pick(items) {
    return items[Math.floor(this.#random() * items.length)];
  }
}
