/** A feed in the format JSON Feed 1.1 (https://jsonfeed.org/version/1.1). */
export interface JsonFeed {
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly home_page_url: string;
  /** URL of the feed itself. */
  readonly feed_url: string;
  /** URL of the project's icon, if it has one. */
  readonly icon?: string;
  /** The newest entries, the newest first. */
  readonly items: readonly JsonFeedItem[];
}

/** An entry of a {@link JsonFeed}. */
export interface JsonFeedItem {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** Plain text. */
  readonly summary?: string;
  readonly content_html: string;
  /** URL of the picture. */
  readonly image?: string;
  readonly date_published: string;
}
