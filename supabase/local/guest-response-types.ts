/** Types of the public API responses from which guest documents are rendered. */

type Texts = Record<string, { title: string; summary: string; meeting_point: string }>;
export interface TourResponse {
  id: string;
  slug: string;
  former_slugs: string[];
  texts: Texts;
  languages: string[];
  latitude: number | null;
  longitude: number | null;
  next_at: string | null;
  picture: string | null;
  duration_minutes: number;
  categories: { id: string; amount: number; accompanied_by: string[]; seats: number }[];
}
export interface OperatorContact {
  name: string;
  phone: string | null;
  email: string | null;
}
export interface OperatorResponse {
  status: string;
  operator: OperatorContact & {
    slug: string;
    time_zone: string;
    currency: string;
    locale: string;
    logo: string | null;
  };
  organisation: { slug: string; name: string; logo: string | null } | null;
  tours: TourResponse[];
  embed_origins: string[];
}
/** A tour with its next departure. */
interface OfferResponse {
  slug: string;
  titles: Record<string, string>;
  meeting_points: Record<string, string>;
  latitude: number | null;
  longitude: number | null;
  picture: string | null;
  starts_at: string;
  ends_at: string;
  language: string;
  left: number;
  from: number | null;
  operator: OperatorResponse['operator'];
}
export interface PartnerResponse {
  status: string;
  organisation: OperatorContact & { slug: string; logo: string | null };
  offers: OfferResponse[];
  embed_origins: string[];
}
export interface DirectoryResponse {
  operators: (OperatorResponse['operator'] & {
    tours: {
      slug: string;
      titles: Record<string, string>;
      meeting_points: Record<string, string>;
      languages: string[];
      next_at: string;
      duration_minutes: number;
    }[];
  })[];
}
export interface MonthResponse {
  status: string;
  days: { times: { starts_at: string; left: number; language: string; prices: Record<string, number> | null }[] }[];
}
/** An API response with the request that the page would have sent. */
export interface PreloadedResponse {
  name: string;
  args: Record<string, unknown>;
  response: unknown;
}

export interface GuestDocumentInput {
  /** `dist/booking.html` */
  html: string;
  url: URL;
  /** Cookies and languages of the request, for the locale if the path has none. */
  cookies: string;
  languages: readonly string[];
  operator: OperatorResponse | null;
  /** For a partner's page over all its operators. */
  partner: PartnerResponse | null;
  /** For /all. */
  directory: DirectoryResponse | null;
  tour: TourResponse | null;
  month: MonthResponse | null;
  preloaded: readonly PreloadedResponse[];
  /** Public URL of the function `picture`, for link previews. */
  pictures: string;
}
