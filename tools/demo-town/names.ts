/** First names that are common in Australia: letters and hyphens, 2 to 15 characters. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export interface NamePool {
  f: readonly string[]
  m: readonly string[]
}

/** Names of three generations. */
export const youngNames: NamePool = {
  f: words(`Charlotte Mia Isla Chloe Georgia Matilda Ruby Imogen Tahlia Zara Bronte Poppy Freya Jasmine Holly
    Bridie Mackenzie Paige Indiana Skye Daisy Phoebe Willow Lucinda`),
  m: words(`Lachlan Cooper Jack Riley Angus Hamish Jarrah Noah Xavier Mitchell Bailey Kai Archie Finn Hugo
    Darcy Toby Zac Beau Callum Harrison Flynn Jasper Rory`),
}

export const middleNames: NamePool = {
  f: words(`Kylie Rebecca Sarah Melissa Narelle Belinda Nicole Jodie Simone Danielle Kirsty Leanne Tamara
    Renee Naomi Kate Alison Bec Megan Claire Fiona Amanda Emma Rachel`),
  m: words(`Brett Shane Craig Damien Glenn Scott Luke Ben Adam Nathan Troy Dean Matt Andrew Tim Daniel Justin
    Wade Marcus Stuart Simon Jarrod Heath Russell`),
}

export const olderNames: NamePool = {
  f: words(`Margaret Lynette Judith Carol Gail Jennifer Christine Robyn Wendy Heather Denise Sandra Helen
    Marilyn Beverley Susan Lorraine Pam`),
  m: words(`Graham Trevor Barry Neville Keith Bruce Ian Geoffrey Ross Colin Peter Warren Ray Alan Roger Ken
    Malcolm Phillip`),
}

export const irishNames: NamePool = {
  f: words('Siobhan Aoife Niamh Roisin Orla Maeve Ciara Bronagh'),
  m: words('Declan Cormac Eoin Brendan Padraig Ronan Fergus Liam'),
}

export const italianNames: NamePool = {
  f: words('Giulia Francesca Daniela Carla Bianca Rosanna Alessia Lucia'),
  m: words('Marco Dominic Vince Luca Carlo Matteo Sal Anthony'),
}

export const greekNames: NamePool = {
  f: words('Eleni Despina Katerina Sofia Stavroula Voula Anastasia'),
  m: words('Nick Dimitri Theo Costa Stavros Yianni Con'),
}

export const lebaneseNames: NamePool = {
  f: words('Yasmin Rima Layla Nadine Mariam Hala'),
  m: words('Elias Tarek Charbel Anwar Bilal Rami'),
}

export const muslimNames: NamePool = {
  f: words('Fatima Zahra Amina Nour Hafsa Samira Aaliyah'),
  m: words('Omar Yusuf Hamza Farid Ibrahim Idris'),
}

export const vietnameseNames: NamePool = {
  f: words('Linh Thuy Mai Ngoc Trang Kim-Anh Hoa'),
  m: words('Minh Tuan Duc Khoa Bao Hieu Quan'),
}

export const chineseNames: NamePool = {
  f: words('Mei Xin-Yi Jia Wendy-Lin Yan Vivian Cherie Li-Na'),
  m: words('Wei Jun Kelvin Hao Ming Raymond Jian Derek'),
}

export const indianNames: NamePool = {
  f: words('Priya Anjali Kavya Deepa Nisha Meera Shreya Lakshmi Pooja'),
  m: words('Arjun Rohan Vikram Sanjay Nikhil Rahul Karthik Dev Anand'),
}

export const sikhNames: NamePool = {
  f: words('Simran Harleen Jaspreet Manpreet'),
  m: words('Gurpreet Harjit Amandeep Manjit Balraj'),
}

export const sriLankanNames: NamePool = {
  f: words('Dilini Tharushi Nadeesha Ishara'),
  m: words('Ruwan Kasun Chaminda Suresh'),
}

export const filipinoNames: NamePool = {
  f: words('Maricel Jasmin Rowena Bea Analyn Grace Cristina'),
  m: words('Jericho Paolo Ramon Miguel Jomar Francis'),
}

export const tonganNames: NamePool = {
  f: words('Sela Mele Ana-Sisi Lupe'),
  m: words('Sione Tevita Malakai Viliami'),
}

export const samoanNames: NamePool = {
  f: words('Tina Sina Leilani Lani'),
  m: words('Iosefa Tavita Fetu Sefo'),
}

export const malayNames: NamePool = {
  f: words('Siti Nurul Dewi Ayu'),
  m: words('Azlan Budi Faisal Rizal'),
}

export const torresNames: NamePool = {
  f: words('Ella Rosie Mareka'),
  m: words('Elijah Kebi Patrick'),
}

export const maoriNames: NamePool = {
  f: words('Aroha Ngaire Hine Marama Kiri'),
  m: words('Tane Wiremu Rangi Nikau Hemi'),
}

/** First Nations members: given names in everyday use, none taken from story or ceremony. */
export const firstNationsNames: NamePool = {
  f: words('Tarni Shanelle Kirra Marlee Lowanna Tanya Jedda'),
  m: words('Jarrod Kobi Preston Warrick Tyrell Eddie Dwayne'),
}

export const koreanNames: NamePool = {
  f: words('Ji-Woo Hana Soo-Min Minji'),
  m: words('Joon Min-Ho Sung Daniel-Jin'),
}

export const japaneseNames: NamePool = {
  f: words('Yuki Akiko Naoko Emi'),
  m: words('Kenji Haruto Daisuke Taro'),
}

export const southSudaneseNames: NamePool = {
  f: words('Achol Nyandeng Adut Ajak'),
  m: words('Deng Majok Garang Akec'),
}

export const ethiopianNames: NamePool = {
  f: words('Abeba Selam Hiwot Tigist'),
  m: words('Dawit Yonas Abel Bereket'),
}

export const nigerianNames: NamePool = {
  f: words('Nkechi Amara Ngozi'),
  m: words('Chidi Emeka Tobe'),
}

export const slavicNames: NamePool = {
  f: words('Marija Ivana Jelena Vesna Danica'),
  m: words('Goran Zoran Ivan Milos Aleksandar'),
}

export const polishNames: NamePool = {
  f: words('Kasia Agnieszka Magda'),
  m: words('Pawel Tomasz Marek'),
}

export const germanNames: NamePool = {
  f: words('Heidi Katja Annika Steffi'),
  m: words('Lukas Stefan Matthias Jonas'),
}

export const dutchNames: NamePool = {
  f: words('Anneke Saskia Marijke'),
  m: words('Jeroen Dirk Pieter'),
}

export const latinNames: NamePool = {
  f: words('Camila Valentina Paula Catalina Marcela'),
  m: words('Santiago Mateo Rodrigo Diego Felipe'),
}

export const persianNames: NamePool = {
  f: words('Shirin Parisa Leila Mina Golnaz'),
  m: words('Dariush Arash Kaveh Reza Navid'),
}
